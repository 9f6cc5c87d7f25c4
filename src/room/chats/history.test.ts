import { expect, it } from 'vitest'
import { acceptedHistory, type ChatTurn } from './chat.ts'

const limits = { historyExchanges: 8, historyBytes: 16_000 }

function turn(
  n: number,
  more: {
    state?: 'accepted' | 'rejected' | 'stopped'
    kind?: 'tools' | 'raw'
    rerollOf?: string
    answer?: string
  } = {},
): ChatTurn {
  const { state = 'accepted', kind = 'tools', rerollOf, answer = `a${n}` } = more
  return {
    begun: {
      v: 1,
      type: 'begun',
      turnId: `turn_${n}`,
      sessionId: 'chat_1',
      agentId: 'critic',
      role: 'critic',
      kind,
      surface: 'chat',
      message: `q${n}`,
      ...(rerollOf !== undefined && { rerollOf }),
      at: '2026-03-01T12:00:00.000Z',
    },
    ended: {
      v: 1,
      type: 'ended',
      turnId: `turn_${n}`,
      state,
      content: answer,
      receipts: [],
      calls: [],
      accessRequests: [],
      modelCalls: [],
      retries: [],
      aliases: [],
      provider: 'scripted',
      model: 'script',
      waitedMs: 0,
      startedAt: null,
      endedAt: '2026-03-01T12:00:01.000Z',
    },
  }
}

const questions = (turns: readonly ChatTurn[], more = limits, rerolled?: string) =>
  acceptedHistory(turns, more, rerolled).map(({ question }) => question)

it('the history of a chat is what was accepted, oldest first; never what was rejected, stopped, raw or is not over', () => {
  const { begun } = turn(5)
  const turns = [
    turn(1),
    turn(2, { state: 'rejected' }),
    turn(3, { kind: 'raw' }),
    turn(4, { state: 'stopped' }),
    { begun },
  ]
  expect(acceptedHistory([...turns, turn(6)], limits)).toEqual([
    { question: 'q1', answer: 'a1' },
    { question: 'q6', answer: 'a6' },
  ])
})

it('the history of a chat is the latest exchanges within their number and their bytes, the oldest left out first', () => {
  const many = Array.from({ length: 12 }, (_, n) => turn(n + 1))
  expect(questions(many)).toEqual(['q5', 'q6', 'q7', 'q8', 'q9', 'q10', 'q11', 'q12'])
  expect(questions(many, { ...limits, historyExchanges: 0 })).toEqual([])
  const long = [turn(1, { answer: 'x'.repeat(9000) }), turn(2, { answer: 'ü'.repeat(3500) }), turn(3)]
  expect(questions(long)).toEqual(['q2', 'q3'])
  expect(questions([turn(1), turn(2, { answer: 'x'.repeat(16_000) }), turn(3)])).toEqual(['q3'])
})

it('the history of a chat has one answer to a question that was asked again, and none to the one that is', () => {
  const turns = [turn(1), turn(2), turn(3, { rerollOf: 'turn_2' })]
  expect(questions(turns)).toEqual(['q1', 'q3'])
  expect(questions(turns, limits, 'turn_3')).toEqual(['q1'])
})
