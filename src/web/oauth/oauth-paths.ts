/** The address of the consent page, which its form and the routes share. */
export const authorizePath = '/oauth/authorize'
