/** A new idempotency key. Not randomUUID: that exists only on pages loaded over HTTPS or from this machine. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `web-${Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')}`
}
