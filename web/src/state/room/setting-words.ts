import type { Settings } from '../../../../src/room/workspace/settings.ts'

/** How one setting is shown: as a switch, a number, a choice, or a list of lines. */
type Shown =
  | { kind: 'switch' }
  | { kind: 'number'; least: number; most: number }
  | { kind: 'choice'; words: { readonly [value: string]: string } }
  | { kind: 'lines' }

export type SettingWords = { label: string; help: string } & Shown

type Words = {
  readonly [S in keyof Settings]: { title: string; settings: { readonly [K in keyof Settings[S]]: SettingWords } }
}

const number = (least: number, most: number) => ({ kind: 'number', least, most }) as const

/** Every setting in the order it is shown; the compiler checks that the list is complete. */
export const settingWords: Words = {
  chat: {
    title: 'Chat',
    settings: {
      malformedRetries: {
        label: 'Retries after a malformed tool call',
        help: '0 or 1.',
        ...number(0, 1),
      },
      requireToolPhrases: {
        label: 'Enforce “use the tools”',
        help: 'A message that asks for tools gets no answer without a receipt.',
        kind: 'switch',
      },
      historyExchanges: { label: 'Earlier exchanges in the prompt', help: '0 to 20.', ...number(0, 20) },
      historyBytes: { label: 'Bytes of earlier exchanges', help: '0 to 64,000.', ...number(0, 64_000) },
      turnTimeoutSec: { label: 'Time limit of a turn in seconds', help: '30 to 3,600.', ...number(30, 3600) },
    },
  },
  evidence: {
    title: 'Evidence',
    settings: {
      retries: { label: 'Retries after refused evidence', help: '0 to 2.', ...number(0, 2) },
      receiptRule: {
        label: 'How a reply names its receipt',
        help: 'What counts as proof stays the same.',
        kind: 'choice',
        words: { explicit: 'It must name the receipt', tied: 'A receipt of the same turn is enough' },
      },
      cotPrefixes: {
        label: 'More openings of thinking aloud',
        help: 'One per line; replies that start with one are refused. The built-in ones stay.',
        kind: 'lines',
      },
      contentMarkers: {
        label: 'More words that claim content',
        help: 'One per line; a reply with one needs a quote. The built-in ones stay.',
        kind: 'lines',
      },
    },
  },
  conference: {
    title: 'Conference',
    settings: {
      autoResume: {
        label: 'Continue after a restart',
        help: 'An interrupted round continues where it stopped.',
        kind: 'switch',
      },
    },
  },
  tasks: {
    title: 'Tasks',
    settings: { maxAttempts: { label: 'Attempts per task', help: '1 to 3.', ...number(1, 3) } },
  },
  tiers: {
    title: 'Tiers',
    settings: {
      limitOutput: {
        label: 'Shorter replies at low tiers',
        help: 'The tier of an agent also limits the tokens of its replies.',
        kind: 'switch',
      },
    },
  },
  debug: {
    title: 'Diagnostics',
    settings: {
      keepPrompts: {
        label: 'Keep the prompts of turns',
        help: 'They are written beside the audit and contain text from your files.',
        kind: 'switch',
      },
    },
  },
  vfs: {
    title: 'Files',
    settings: {
      maxFileBytes: { label: 'Largest file in bytes', help: '1 to 8,388,608.', ...number(1, 8_388_608) },
    },
  },
}
