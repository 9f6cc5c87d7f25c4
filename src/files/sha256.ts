export function sha256(bytes: string | Uint8Array): string {
  // Loaded by need: most commands hash nothing, and node:crypto takes 2 ms of their 100.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex')
}
