/** A way to a server that can be cut: nothing that is sent arrives then, and nobody is told, as when a cable is pulled. */
import { connect, createServer, type Server, type Socket } from 'node:net'

export class CuttableWay implements Disposable {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isCut = false

  private constructor(target: number) {
    // A connection attempted during a cut waits without an answer.
    this.#server = createServer({ pauseOnConnect: true }, (near) => {
      const far = connect(target, '127.0.0.1')
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one)
        one
          .on('error', () => other.destroy())
          .on('close', () => {
            this.#sockets.delete(one)
            other.destroy()
          })
        one.on('data', (bytes) => {
          if (!other.write(bytes)) one.pause()
        })
        other.on('drain', () => this.#isCut || one.resume())
        if (this.#isCut) one.pause()
        else one.resume()
      }
    })
  }

  /** `port` is where it is, `target` the port to which it leads. */
  static async open(port: number, target: number): Promise<CuttableWay> {
    const way = new CuttableWay(target)
    await new Promise<void>((resolve) => way.#server.listen(port, '127.0.0.1', resolve))
    return way
  }

  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.pause()
  }

  mend(): void {
    this.#isCut = false
    for (const socket of this.#sockets) socket.resume()
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }
}
