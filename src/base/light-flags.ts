/** Defines the flags of V8 that keep processes of plugins small: there may be many, and they are idle most of the time. */

/** All of them exist since Node 22. */
export const lightFlags = [
  // Most allocations die at once, so that a nursery of one megabyte is enough; V8 would let it grow to sixteen or more,
  // of which each has its double.
  '--max-semi-space-size=1',
  // Smaller code, fewer copies of it, more compact heaps: forty megabytes less for the whole service, and no page is slower.
  '--optimize-for-size',
  // One thread for compilers and collector instead of four, each of which keeps what it once allocated.
  '--v8-pool-size=1',
  // The compiler in the middle takes ten megabytes of a process once, for which it then stands for years; what computes
  // much is still compiled by the last one.
  '--no-maglev',
] as const
