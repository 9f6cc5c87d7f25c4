import { trimOf } from '../../kernel/trim.ts'
/** The key form of a prompt's name or of an instruction: "Phase 2.5" → "phase-25". */
export function keyOf(name: string): string {
  const dashed = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\s-]/gu, '')
    .replace(/[\s-]+/g, '-')
  return trimOf(dashed, '-')
}

/** Without the phase that some libraries put before or after a key. */
export function strippedKey(key: string): string {
  return key.replace(/^phase-\d+-/, '').replace(/-phase-\d+$/, '')
}
