/** Builds the path at which the picture of a contact is served. */
export const contactAvatarPath = (handle: string): string => `/api/v1/contacts/${encodeURIComponent(handle)}/avatar`
