/** The categories under which Messages files conversations: names without schemas, for the browser too. */

/** `other` is a filter's category that this release has no name for. */
export const categories = ['known', 'unknown', 'junk', 'transaction', 'promotion', 'other'] as const
export type Category = (typeof categories)[number]

/** All but junk: a one-time code or a delivery is a message like any other. */
export const usualCategories: Category[] = categories.filter((category) => category !== 'junk')
