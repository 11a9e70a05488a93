export const lotSheetViews = ['detail', 'use', 'move', 'split', 'correct', 'discard', 'edit', 'remove'] as const
export type LotSheetView = (typeof lotSheetViews)[number]
