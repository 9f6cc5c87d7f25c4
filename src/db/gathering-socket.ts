import { Socket } from 'node:net'

/**
 * A socket that sends everything written in one turn of the event loop as one chunk: each chunk is a system call here
 * and wakes the server, which costs more than most statements.
 */
export function createBatchingSocket(): Socket {
  const socket = new Socket()
  const uncork = () => {
    isCorked = false
    socket.uncork()
  }
  let isCorked = false
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  socket.write = (...args: unknown[]) => {
    if (!isCorked) {
      isCorked = true
      socket.cork()
      process.nextTick(uncork)
    }
    return write(...args)
  }
  return socket
}
