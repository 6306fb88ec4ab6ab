/**
 * Prevents the user who starts the executable from making it run other code, since that code would get every permission
 * granted to it.
 */

// Node itself ignores these variables here, but threads and started programs would not.
for (const name of Object.keys(process.env)) if (name.startsWith('NODE_')) delete process.env[name]
