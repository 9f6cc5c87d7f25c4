import { createReadStream } from 'node:fs'

export function sha256(bytes: string | Uint8Array): string {
  // Loaded by need: most commands hash nothing, and node:crypto takes 2 ms of their 100.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex')
}

/** The hash of a file of any size, which is read in chunks. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
