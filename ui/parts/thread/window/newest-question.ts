/** The request of a conversation when it is opened. */
export const pageSize = 100

export const newestQuestion = { limit: pageSize }
