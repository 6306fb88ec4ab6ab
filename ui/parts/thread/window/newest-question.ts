/** What a conversation asks for when it is opened. */
export const pageSize = 100

export const newestQuestion = { limit: pageSize }
