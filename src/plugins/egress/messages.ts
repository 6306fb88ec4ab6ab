/** What crosses between the host and the egress process, with its direction; both are ours. */
import type { Places } from '../../domain/egress-places.ts'

/** host → egress process */
export type ToEgress =
  /** Listen at `path` for one plugin. Answered by `opened`. */
  | { type: 'open'; path: string; plugin: string; places: Places }
  | { type: 'close'; path: string }
  /** Where the web process listens: no plugin gets there. */
  | { type: 'own_port'; port: number }

/** egress process → host */
export type FromEgress =
  | { type: 'opened'; path: string; problem: string | null }
  /** A plugin asked for a place that it may not reach. `host` is undefined where it asked for nonsense. */
  | { type: 'denied'; plugin: string; host?: string; port?: number; reason: string }
  /** A connection is over. */
  | { type: 'carried'; plugin: string; host: string; port: number; sent: number; received: number }
