import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type DyingLine = {
  url: string
  /** Nothing goes through any more, and nobody is told. */
  die(): void
  /** New connections go through again; the dead ones are ended. */
  heal(): void
  close(): void
}

/** The server by way of a line that can go dead as one on a network does: open, and silent. */
export async function dyingLine(to: string): Promise<DyingLine> {
  const { hostname, port } = new URL(to)
  const open = new Set<Socket>()
  let isDead = false
  const line = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('error', () => undefined)
      from.on('data', (bytes) => void (isDead || into.write(bytes)))
      from.on('close', () => {
        open.delete(from)
        if (!isDead) into.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const end = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    die() {
      isDead = true
    },
    heal() {
      isDead = false
      end()
    },
    close() {
      line.close()
      end()
    },
  }
}
