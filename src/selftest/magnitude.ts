/** Reduces a count to its order of magnitude, since exact counts could tell one owner from another. */
export const magnitude = (count: number): number => 10 ** Math.floor(Math.log10(Math.max(count, 1)))
