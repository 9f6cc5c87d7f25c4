import { Socket } from 'node:net'

/**
 * Sends what is written in one turn of the event loop in one piece: every piece is a system call here and wakes the
 * server there, which costs more than most statements.
 */
export function gatheringSocket(): Socket {
  const socket = new Socket()
  const uncork = () => {
    isGathering = false
    socket.uncork()
  }
  let isGathering = false
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  socket.write = (...args: unknown[]) => {
    if (!isGathering) {
      isGathering = true
      socket.cork()
      process.nextTick(uncork)
    }
    return write(...args)
  }
  return socket
}
