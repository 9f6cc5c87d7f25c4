import { trimOf } from '../../kernel/text.ts'

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

const byKey: Record<string, string[]> = {
  'session-summary': ['summary', 'summarize'],
  concept: [],
  'spec-creation': ['spec'],
  architecture: ['hld'],
  'slice-planning': ['plan', 'planning'],
  'slice-design': ['design'],
  'feature-design': ['feature'],
  'task-breakdown': ['tasks'],
  'task-expansion': ['expand'],
  implementation: ['impl', 'code'],
  testing: ['test', 'tests'],
  review: ['code-review'],
  debugging: ['debug'],
  refactoring: ['refactor'],
  documentation: ['docs'],
  'ad-hoc-tasks': ['adhoc'],
  'analyze-codebase': ['analyze', 'analysis'],
  'custom-instruction': ['custom'],
}

/** The seven phases of the way from an idea to code, by number. */
const phases = [
  'concept',
  'spec-creation',
  'slice-planning',
  'slice-design',
  'task-breakdown',
  'task-expansion',
  'implementation',
]

/** Short names for prompt keys; a key that is spelled the same has precedence. */
export const aliases: ReadonlyMap<string, string> = new Map([
  ...Object.entries(byKey).flatMap(([key, short]) => short.map(alias => [alias, key] as const)),
  ...phases.flatMap((key, index) =>
    [`${index + 1}`, `p${index + 1}`, `phase-${index + 1}`].map(alias => [alias, key] as const),
  ),
])
