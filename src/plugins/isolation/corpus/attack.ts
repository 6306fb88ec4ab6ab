/** Defines an attack on the isolation, and the targets that it aims at. */

/**
 * The targets, laid out by the program that runs the corpus: nothing in them has value, but each represents something
 * that does.
 */
export interface Targets {
  /** The content of the files below. */
  secret: string
  /**
   * A folder of the user. It holds `secret.txt`, `.json`, `.mjs`, `.env`, and `database.db`, which no attack may open.
   */
  outside: string
  /** The chat.db of Messages, where there is one; attacks only read it, and no more than its first bytes. */
  chatDb: string
  /** The attacker's own folder, in which `planted` links to `secret.txt` and `planted-folder` to the folder. */
  dataDir: string
  /** The folder of the attacker's code, which it may read. */
  codeDir: string
  neighbourDir: string
  /** Holds `config.json` and `state/install.key`. */
  serviceDir: string
  /** A process that is started as the bridge is. */
  bridgePid: number
  /** The port at which a debugger of that process would listen. */
  inspectorPort: number
  /** The ports at which the bridge listens for attacks that get through: each listener notes the name of the attack that it receives. */
  tcpPort: number
  /** A port to which the corpus connects all the time, and on which nothing listens. */
  knockedPort: number
  udpPort: number
  unixSocket: string
  abstractSocket: string
  /**
   * The attacker's own egress socket, which leads to nothing that exists, and that of its neighbour, which leads to
   * `tcpPort`.
   */
  egressSocket: string
  neighbourEgressSocket: string
  /** A library of the system. */
  library: string
  /** The name of the user, and that of the machine. */
  userName: string
  hostName: string
}

export interface Attack {
  /** The end of the sentence "A plugin tries to …". */
  what: string
  /** Only the OS sandbox stops it: Node's permission model does not cover it. */
  needsWall?: true
  /** Node's permission model stops it since these releases: the first one of each major version. */
  heldByNodeSince?: readonly string[]
  /** The attack may end the process that plays the bridge, so no other attack aims at the same one. */
  wantsOwnBridge?: true
  /** Returns whether it got what it wanted; throwing means that it did not. */
  run(targets: Targets): boolean | Promise<boolean>
}

/** Resolves with the value passed to the callback; rejects after a while, because dropped packets give no answer. */
export function answered<T>(begin: (done: (value: T) => void, fail: (error: Error) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('no answer')), patienceMs)
    const settle =
      <V>(how: (value: V) => void) =>
      (value: V) => {
        clearTimeout(late)
        how(value)
      }
    begin(settle(resolve), settle(reject))
  })
}

const patienceMs = 1_000
