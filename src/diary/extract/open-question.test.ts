import { describe, expect, it } from 'vitest'
import { done, mark, ran, result, type Step, said, turnOf } from '../../../test/diary/turn-script.ts'
import { activityOf } from './activity.ts'
import { questionIn } from './open-question.ts'

describe('A closing message', () => {
  it.each([
    ['Both work.\n\nShall I go with the second?', 'Shall I go with the second?'],
    ['Which one do you prefer?\n\n1. The cache\n2. The index', 'Which one do you prefer?'],
    ['**Should we keep the old flag?**', 'Should we keep the old flag?'],
    ['Should I remove it? It is used nowhere.', 'Should I remove it?'],
    ['I found two ways. Should I take the first?', 'Should I take the first?'],
    ['Does that match your idea? If so, I rename it.', 'Does that match your idea?'],
    ['Let me know which of these you want.', 'Let me know which of these you want.'],
    ['Please confirm the name before I go on.', 'Please confirm the name before I go on.'],
    ['Soll ich das umbenennen?', 'Soll ich das umbenennen?'],
    ['¿Quieres que lo cambie?', '¿Quieres que lo cambie?'],
    ['需要我继续吗？', '需要我继续吗？'],
    ['次に進めてもよろしいでしょうか。', '次に進めてもよろしいでしょうか。'],
    ['两种方案都可以。请告诉我选择哪一种。', '请告诉我选择哪一种。'],
    ['どちらにしますか？ 後で変えられます。', 'どちらにしますか？'],
    ['원하시는 방식을 알려주세요.', '원하시는 방식을 알려주세요.'],
    ['Quer que eu remova o campo antigo?', 'Quer que eu remova o campo antigo?'],
    ['Удалить старое поле?', 'Удалить старое поле?'],
    ['Done. Next steps:\n- Update the docs?', 'Update the docs?'],
  ])('A closing message asks: %j', (text, question) => expect(questionIn(text)).toBe(question))

  it.each([
    'All 42 tests pass.',
    'Why did it fail? The clock was wrong. It is mended now.',
    'It is done. Anything else?',
    'Fertig. Kann ich sonst noch etwas tun?',
    'Listo. ¿Necesitas algo más?',
    '已完成。还有其他需要吗？',
    '完了しました。ほかに何かありますか？',
    '완료했습니다. 다른 도움이 필요하신가요?',
    'Is there anything else I can help you with?',
    'Let me know if you have any questions.',
    'The prompt is now:\n\n```\nOverwrite the file?\n```',
    '## What about speed?\n\nIt is the same as before.',
    '',
  ])('A closing message does not ask: %j', text => expect(questionIn(text)).toBeNull())
})

describe('What a turn leaves to answer', () => {
  const question = (...steps: Step[]) => activityOf(turnOf(...steps), null).question

  it('What a turn leaves to answer is the question it ends with, unless work follows or the person stopped it', () => {
    expect(question(said('Shall I go on?'))).toBe('Shall I go on?')
    expect(question(said('Shall I go on?'), ...ran('ls'))).toBeNull()
    expect(question(said('Shall I go on?'), mark('interrupt'))).toBeNull()
  })

  it('What a turn leaves to answer is not hidden by what the client writes in the name of the agent', () => {
    expect(question(said('Shall I go on?'), said('No response requested.'))).toBe('Shall I go on?')
  })

  it('What a turn leaves to answer is a form that was not answered', () => {
    const input = { questions: [{ question: 'Which format?' }] }
    expect(question(...done('AskUserQuestion', input, { error: true, denied: true }))).toBe('Which format?')
    expect(question(done('AskUserQuestion', input)[0])).toBe('Which format?')
    expect(question(...done('AskUserQuestion', input, { text: '"Which format?"="CSV"' }))).toBeNull()
  })

  it('What a turn leaves to answer is not lost behind an answer to a late notice', () => {
    const notice: Step = line => ({ kind: 'notice', line, call: null, text: '<task-notification>' })
    const { closing } = activityOf(turnOf(said('Shall I go on?'), notice, said('The watcher has ended.')), null)
    expect(closing?.text).toBe('Shall I go on?')
    const work = activityOf(turnOf(said('Wait.'), notice, ...ran('npm test'), said('All pass.')), null)
    expect(work.closing?.text).toBe('All pass.')
  })

  it('What a turn leaves to answer is told in how the turn ended', () => {
    expect(question(...done('Edit', { file_path: 'a.ts' }), result('x'), said('Shall I commit?'))).toBe(
      'Shall I commit?',
    )
  })
})
