import { expect, it } from 'vitest'
import { changeSettings, Settings } from './settings.ts'

const usual = Settings.parse({})

it('the settings of a workspace have these values until a person changes them', () => {
  expect(usual).toEqual({
    chat: {
      malformedRetries: 0,
      requireToolPhrases: true,
      historyExchanges: 8,
      historyBytes: 16000,
      turnTimeoutSec: 600,
    },
    evidence: { retries: 1, receiptRule: 'explicit', cotPrefixes: [], contentMarkers: [] },
    conference: { autoResume: true },
    tasks: { maxAttempts: 2 },
    tiers: { limitOutput: false },
    debug: { keepPrompts: false },
    vfs: { maxFileBytes: 2097152 },
  })
})

it.each([
  ['chat.malformedRetries', [0, 1], [-1, 2, 0.5, '1', null]],
  ['chat.requireToolPhrases', [true, false], [0, 'true']],
  ['chat.historyExchanges', [0, 20], [-1, 21]],
  ['chat.historyBytes', [0, 64000], [-1, 64001]],
  ['chat.turnTimeoutSec', [30, 3600], [29, 3601]],
  ['evidence.retries', [0, 2], [-1, 3]],
  ['evidence.receiptRule', ['explicit', 'tied'], ['none', '']],
  ['evidence.cotPrefixes', [[], ['Let me think'], Array(50).fill('a')], [Array(51).fill('a'), [''], 'a']],
  ['evidence.contentMarkers', [[], ['shows']], [Array(51).fill('a'), [7]]],
  ['conference.autoResume', [true, false], ['no']],
  ['tasks.maxAttempts', [1, 3], [0, 4]],
  ['tiers.limitOutput', [true, false], [1]],
  ['debug.keepPrompts', [true, false], [1]],
  ['vfs.maxFileBytes', [1, 8388608], [0, 8388609]],
])('the settings of a workspace keep %s within its range', (key, good, bad) => {
  const [section = '', name = ''] = key.split('.')
  for (const value of good) {
    const change = changeSettings(usual, { [section]: { [name]: value } })
    expect(change).toEqual({
      settings: expect.objectContaining({ [section]: expect.objectContaining({ [name]: value }) }),
    })
    expect(changeSettings(usual, { [key]: value })).toEqual(change)
  }
  for (const value of bad) {
    const change = changeSettings(usual, { [section]: { [name]: value } })
    expect(change).toEqual({ refused: [expect.stringContaining(key)] })
  }
})

it('the settings of a workspace refuse keys they do not know, at every depth, and change nothing then', () => {
  expect(changeSettings(usual, { lenient: true, chat: { strict: false }, vfs: { maxFileBytes: 5 } })).toEqual({
    refused: ['chat.strict', 'lenient'],
  })
  expect(changeSettings(usual, { 'chat.strict.x': 1 })).toEqual({ refused: ['chat.strict.x'] })
  expect(changeSettings(usual, JSON.parse('{"__proto__":{"x":1}}'))).toEqual({ refused: ['__proto__'] })
  for (const given of [null, [], 'x', 7]) expect(changeSettings(usual, given)).toEqual({ refused: [''] })
})

it('the settings of a workspace keep what a change does not name', () => {
  const first = changeSettings(usual, { chat: { malformedRetries: 1 }, 'chat.historyBytes': 5 })
  if ('refused' in first) throw new Error(first.refused.join())
  expect(first.settings.chat).toEqual({ ...usual.chat, malformedRetries: 1, historyBytes: 5 })
  expect(changeSettings(first.settings, { tasks: { maxAttempts: 3 } })).toEqual({
    settings: { ...first.settings, tasks: { maxAttempts: 3 } },
  })
})
