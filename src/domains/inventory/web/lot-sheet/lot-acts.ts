export const lotActs = ['detail', 'use', 'move', 'split', 'correct', 'discard', 'edit', 'remove'] as const
export type LotAct = (typeof lotActs)[number]
