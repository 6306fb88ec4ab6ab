/** Attacks that try to learn whose machine this is, or to manipulate the host with what they send it. */
import fs from 'node:fs'
import { hostname, userInfo } from 'node:os'
import type { Attack } from './attack.ts'

/** Variables that the sandbox itself sets, and one that macOS adds to every process. */
const given = ['NODE_COMPILE_CACHE', 'PWD', 'TMPDIR', 'TZ', '__CF_USER_TEXT_ENCODING']
/** The descriptor of the pipe to the host. */
const pipe = 3
const mostDescriptors = 256

/** Writes the text unchanged, because JSON.stringify would lose parts of it. */
function say(body: string): void {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(Buffer.byteLength(body))
  fs.writeSync(pipe, Buffer.concat([head, Buffer.from(body)]))
}

export const knowing: Readonly<Record<string, Attack>> = {
  environment: {
    what: 'read the environment of the bridge in its own',
    run: () => Object.keys(process.env).some((name) => !given.includes(name)),
  },
  descriptors: {
    what: 'read files that the bridge has open',
    run: ({ secret }) => {
      const bytes = Buffer.alloc(secret.length)
      for (let descriptor = pipe + 1; descriptor < mostDescriptors; descriptor++) {
        try {
          fs.readSync(descriptor, bytes, 0, bytes.length, 0)
          if (bytes.toString() === secret) return true
        } catch {
          // The descriptor is not open, or is not a file.
        }
      }
      return false
    },
  },
  user_name: {
    what: 'learn the name of the user',
    needsWall: true,
    run: ({ userName }) => userInfo().username === userName,
  },
  host_name: { what: 'learn the name of the machine', needsWall: true, run: ({ hostName }) => hostname() === hostName },
  pollute_by_frame: {
    what: 'give every object of the bridge a property',
    run: () => {
      const poison = '{"conquered":true}'
      say(`{"type":"log","level":"info","msg":"x","__proto__":${poison},"constructor":{"prototype":${poison}}}`)
      say(
        `{"type":"mirror","event":"__proto__","fields":{"__proto__":${poison},"constructor":{"prototype":${poison}}}}`,
      )
      say(`{"type":"__proto__","conquered":true}`)
      say(`{"type":"constructor","prototype":${poison}}`)
      // Only the bridge can tell: it checks its objects when this process has ended.
      return false
    },
  },
}
