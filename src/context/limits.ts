// Without zod, so that the page can load it.

export const limits = {
  name: 200,
  template: 200,
  path: 300,
  instruction: 4000,
  phase: 200,
  projectPath: 4096,
  description: 4000,
  /** UTF-8 bytes of one text of the state, and of additional instructions. */
  text: 1_048_576,
  minTokens: 200,
  maxTokens: 1_000_000,
} as const

/** The texts a project carries into every block. */
export const textKeys = ['recentEvents', 'additionalNotes', 'monorepoNote', 'availableTools'] as const
export type TextKey = (typeof textKeys)[number]
