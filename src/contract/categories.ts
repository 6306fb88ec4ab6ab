/** Declares the categories under which Messages files conversations; has no schemas, so the browser can load it. */

/** `other` is a category of a filter that this release does not know. */
export const categories = ['known', 'unknown', 'junk', 'transaction', 'promotion', 'other'] as const
export type Category = (typeof categories)[number]

/** All but junk, because a one-time code or a delivery notice is a message like any other. */
export const usualCategories: Category[] = categories.filter((category) => category !== 'junk')
