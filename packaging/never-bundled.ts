/** Packages that are loaded where they happen to be installed, and are too heavy for everybody to carry. */
export const neverBundled = ['@electric-sql/pglite']
