/** Whoever starts the executable cannot have it run code of his own: what is granted to it would be granted to that, too. */

// Node itself heeds none of it here; threads and programs that are started would.
for (const name of Object.keys(process.env)) if (name.startsWith('NODE_')) delete process.env[name]
