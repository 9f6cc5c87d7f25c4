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
