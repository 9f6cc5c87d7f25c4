/** Downloads bytes as a file. */
export function downloadBytes(name: string, base64: string, type: string): void {
  const address = URL.createObjectURL(new Blob([bytesOf(base64)], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
}
