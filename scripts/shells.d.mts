export function ensureShells(): void
