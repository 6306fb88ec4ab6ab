/** Declares the messages between the host and the egress process, with their direction; both processes are ours. */
import type { PermittedHosts } from '../../domain/permitted-hosts.ts'

/** host → egress process */
export type ToEgress =
  /** Listen at `path` for one plugin. The process answers with `opened`. */
  | { type: 'open'; path: string; plugin: string; hosts: PermittedHosts }
  | { type: 'close'; path: string }
  /** The port of the web process, which no plugin may reach. */
  | { type: 'own_port'; port: number }

/** egress process → host */
export type FromEgress =
  | { type: 'opened'; path: string; problem: string | null }
  /** A plugin requested a target that it may not reach. `host` is undefined where the request was malformed. */
  | { type: 'denied'; plugin: string; host?: string; port?: number; reason: string }
  /** A connection is over. */
  | { type: 'carried'; plugin: string; host: string; port: number; sent: number; received: number }
