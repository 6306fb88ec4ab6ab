/** Quotes one word for shells of the Bourne family; fish has its own syntax. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
