/** One word for a shell of the Bourne family, which takes it as it stands; fish has a way of its own. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
