import { describe, expect, it } from 'vitest'
import type { TriggerKind } from '../../transcripts/source.ts'
import { triggerOf, triggerType } from './trigger.ts'

const later = { root: null, first_in_file: false, previous_interrupted: false, trigger_kind: 'message' as TriggerKind }
const first = { ...later, first_in_file: true }

describe('What a message is to the agent', () => {
  it.each([
    ['continue', 'resume_or_continue'],
    ['Please continue.', 'resume_or_continue'],
    ['Go on, please!', 'resume_or_continue'],
    ['继续', 'resume_or_continue'],
    ['weiter…', 'resume_or_continue'],
    ['continue with the importer', 'explicit_user_message'],
    ['Next', 'resume_or_continue'],
    ['Thanks, looks good.', 'user_approval'],
    ['LGTM', 'user_approval'],
    ['ok', 'user_approval'],
    ['yes do it', 'user_approval'],
    ['好的，谢谢', 'user_approval'],
    ['네, 좋아요', 'user_approval'],
    ['Sí', 'user_approval'],
    ['okay?', 'explicit_user_message'],
    ['yes, but keep the CSV path', 'explicit_user_message'],
    ['yesterday the build broke', 'explicit_user_message'],
    ['好像有问题', 'explicit_user_message'],
    ['yes please rename all of the files in src too', 'explicit_user_message'],
    ['No, the other one.', 'user_correction'],
    ['Stop. Take a backup first.', 'user_correction'],
    ['Don’t touch the tests', 'user_correction'],
    ['Nothing to add, write the notes', 'explicit_user_message'],
    ['不要改那个文件', 'user_correction'],
    ["Hm, that's not what I wanted", 'user_correction'],
    ['I think you missed a case', 'user_correction'],
    ['The build still fails', 'user_correction'],
    ["It doesn't compile", 'user_correction'],
    ['Use a map instead of a list', 'user_correction'],
    ['As I said, half to even', 'user_correction'],
    ['Now add a total row.', 'explicit_user_message'],
    ['Ja, passt so.', 'user_approval'],
    ['ja, aber ohne die Migration', 'explicit_user_message'],
    ['Nein, die andere Datei.', 'user_correction'],
    ['Das funktioniert immer noch nicht', 'user_correction'],
    ['Mach weiter', 'resume_or_continue'],
    ['Füge einen Test für den Import hinzu', 'explicit_user_message'],
    ['Vale, perfecto', 'user_approval'],
    ['No, eso está mal', 'user_correction'],
    ['Para cada factura suma el total', 'explicit_user_message'],
    ['可以的', 'user_approval'],
    ['可以，但是保留旧字段', 'explicit_user_message'],
    ['还是不行', 'user_correction'],
    ['别的文件也要改', 'explicit_user_message'],
  ])('“%s” counts as %s', (text, type) => expect(triggerType(text, later)).toBe(type))

  it('The first message of a file corrects and approves nothing', () => {
    expect(triggerType('No tests yet, write some', first)).toBe('explicit_user_message')
    expect(triggerType('ok', first)).toBe('explicit_user_message')
    expect(triggerType('Continue', first)).toBe('resume_or_continue')
  })

  it('A message after an interruption corrects, unless it approves or resumes', () => {
    const interrupted = { ...later, previous_interrupted: true }
    expect(triggerType('Use the staging database.', interrupted)).toBe('user_correction')
    expect(triggerType('go on', interrupted)).toBe('resume_or_continue')
    expect(triggerType('ok go ahead', interrupted)).toBe('user_approval')
    expect(triggerType('/ship staging', { ...interrupted, trigger_kind: 'command' })).toBe('explicit_user_message')
  })

  it('A message without words, or from a channel, is context to the agent', () => {
    expect(triggerType(' \u0001\n', later)).toBe('implicit_context')
    expect(triggerType('Deploy failed', { ...later, trigger_kind: 'channel' })).toBe('implicit_context')
  })
})

describe('The trigger of a chain', () => {
  it('The trigger of a chain says who did what and quotes the words', () => {
    expect(triggerOf('/ship staging', [7], { ...later, trigger_kind: 'command' })).toEqual({
      type: 'explicit_user_message',
      summary: 'User ran: “/ship staging”',
      quoted_messages: [{ text: '/ship staging', citations: [{ lines: '7-7' }] }],
      citations: [{ lines: '7-7' }],
    })
    expect(triggerOf('ok', [2], later).summary).toBe('User approved: “ok”')
    expect(triggerOf('no!', [2], later).summary).toBe('User corrected the agent: “no!”')
    expect(triggerOf('continue', [2], later).summary).toBe('User asked to continue: “continue”')
  })

  it('The trigger of a chain has no quote without words, and keeps what came through a channel', () => {
    expect(triggerOf('', [15], { ...first, trigger_kind: 'context' })).toEqual({
      type: 'implicit_context',
      summary: 'User supplied context without a written message.',
      quoted_messages: [],
      citations: [{ lines: '15-15' }],
    })
    expect(triggerOf('Deploy failed', [3], { ...later, trigger_kind: 'channel' }).quoted_messages).toHaveLength(1)
  })

  it('The trigger of a chain is quoted on its own lines, without secrets but with its paths (documents, quoted messages)', () => {
    const secret = `gh${'p_'}${'x1'.repeat(18)}`
    const text = `Push with ${secret}\nfrom /fake/ledger/src to /home/al/out`
    const { quoted_messages, summary } = triggerOf(text, [2, 3], { ...later, root: '/fake/ledger' })
    expect(quoted_messages[0]).toEqual({
      text: 'Push with [redacted:github_token]\nfrom /fake/ledger/src to /home/al/out',
      citations: [{ lines: '2-3' }],
    })
    expect(summary).toBe('User asked: “Push with [redacted:github_token] from src to …/out”')
  })

  it('The trigger of a chain shows the beginning and the end of a very long message', () => {
    const text = `${'a'.repeat(2999)}é${'b'.repeat(2000)}${'c'.repeat(900)}`
    const [quoted] = triggerOf(text, [1], later).quoted_messages
    expect(quoted?.text).toBe(`${'a'.repeat(2999)}é\n[…]\n${'c'.repeat(900)}`)
    expect(triggerOf('😀'.repeat(4000), [1], later).quoted_messages[0]?.text).toBe('😀'.repeat(4000))
    expect(triggerOf('😀'.repeat(4001), [1], later).quoted_messages[0]?.text).toBe(
      `${'😀'.repeat(3000)}\n[…]\n${'😀'.repeat(900)}`,
    )
  })
})
