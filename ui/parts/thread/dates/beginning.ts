/** A time earlier than any message. */
export const theBeginning: string = new Date(0).toISOString()
