import fc from 'fast-check'

const unit = fc.constantFrom(
  'a',
  'Z',
  '7',
  ' ',
  '-',
  '.',
  '{slice}',
  '{{',
  '}}',
  '$&',
  '`',
  '#',
  'é',
  '日',
  '👍',
  '"',
  '\\',
)
const oneLine = fc.string({ unit, maxLength: 12 })
const lines = fc.string({ unit: fc.oneof(unit, fc.constantFrom('\n', '\r\n', '\t')), maxLength: 30 })

export const freeText = lines

/** What an instruction may be: nothing, a key, an alias, a guess, words of one's own, or an unknown word. */
const instructions = fc.constantFrom('', 'review', '7', 'Phase 3', 'refac', 'task', 'Fix {it} now', 'zzz', 'test')

/** Fields of a project, any of them absent. */
export const projectFields = fc.record(
  {
    template: oneLine,
    slice: fc.oneof(oneLine, fc.constant('104-slice.merge.md')),
    taskFile: oneLine,
    instruction: instructions,
    developmentPhase: oneLine,
    workType: fc.constantFrom('start', 'continue'),
    projectDate: fc.constantFrom('', '2024-02-29'),
    isMonorepo: fc.boolean(),
    isMonorepoEnabled: fc.boolean(),
  },
  { requiredKeys: [] },
)

export const texts = fc.record(
  { recentEvents: lines, additionalNotes: lines, monorepoNote: lines, availableTools: lines },
  { requiredKeys: [] },
)

/** What may be set for one block only. */
export const overrides = fc.record(
  {
    slice: fc.oneof(oneLine, fc.constantFrom('', '104-slice.merge')),
    taskFile: oneLine,
    instruction: instructions,
    developmentPhase: oneLine,
    workType: fc.constantFrom('start', 'continue'),
    additionalInstructions: lines,
    includeDigest: fc.boolean(),
    maxTokens: fc.integer({ min: 200, max: 5000 }),
  },
  { requiredKeys: [] },
)
