export const lotSheetViews = ['detail', 'use', 'move', 'split', 'correct', 'weigh', 'discard', 'edit', 'remove'] as const
export type LotSheetView = (typeof lotSheetViews)[number]
