import { describe, expect, it } from 'vitest'
import { actionOf, askIn, firstWordsOf, isWholeStatement, repeatedAction, requestIn, statementOf } from './wording.ts'

describe('what a message asks for', () => {
  it.each([
    ['can you add a spinner to the sidebar?', 'Add a spinner to the sidebar'],
    ["ok, let's rename the ledger columns now", 'Rename the ledger columns'],
    ['I would like to sort invoices by date, please', 'Sort invoices by date'],
    ['Hi! Thanks for that. Please remove the old parser.', 'Remove the old parser'],
    ['/review the parser module for leaks', 'The parser module for leaks'],
    ['The export hangs. Can you make the export stream its rows?', 'Make the export stream its rows'],
    ['Fix the build:\n```\nerror: cannot find module x\n```', 'Fix the build'],
    ['create me a page for releases', 'Create a page for releases'],
    ['Kannst du bitte die Rundung im Rechnungsexport ändern?', 'Die Rundung im Rechnungsexport ändern'],
    ['Bitte füge einen Ladebalken zur Seitenleiste hinzu.', 'Füge einen Ladebalken zur Seitenleiste hinzu'],
    ['¿Puedes agregar un filtro por fecha a las facturas?', 'Agregar un filtro por fecha a las facturas'],
    ['Peux-tu renommer les colonnes du registre ?', 'Renommer les colonnes du registre'],
    ['请把解析器改成流式读取', '把解析器改成流式读取'],
    ['把解析器的四舍五入改成银行家舍入', '把解析器的四舍五入改成银行家舍入'],
  ])('of %j', (message, text) => {
    expect(askIn(message)?.text).toBe(text)
  })

  it.each([
    'yes',
    '2',
    'option 3',
    '/compact',
    'commit this',
    'do it then',
    'why is the parser slow?',
    'Warum ist der Import so langsam?',
    'committe das bitte alles',
    'haz un commit ahora',
    '为什么解析器这么慢？',
    '提交代码',
    '<task-notification>Read the output of the agent.</task-notification>',
    'TypeError: x is not a function',
    'question: rm -rf app bin config lib log public',
    '> quoted reply of the agent',
  ])('is nothing in %j', message => {
    expect(askIn(message)).toBeNull()
  })

  it('is whole when it can be understood by itself', () => {
    const isWhole = (message: string) => askIn(message)?.isWhole
    expect(isWhole('Add a spinner to the sidebar')).toBe(true)
    expect(isWhole('Change this so that rows are sorted')).toBe(false)
    expect(isWhole('Fix 2 and 3 of the findings')).toBe(false)
    expect(isWhole('Can you add some tests?')).toBe(false)
    expect(isWhole('Simplify the parser of this branch')).toBe(true)
    expect(isWhole('Let us revert the ledger, what I want is')).toBe(false)
    expect(isWhole('Can you use the ledger plugin')).toBe(false)
    expect(isWhole('Can we move the linear doc of the ledger into its task?')).toBe(false)
    expect(isWhole('Can we use bankers rounding in the ledger?')).toBe(true)
  })

  it('is a request when it asks for work', () => {
    expect(askIn('Explain the difference between both ledgers')?.isRequest).toBe(false)
    expect(askIn('The ledger shows wrong totals')?.isRequest).toBe(false)
    expect(askIn('Colour the totals of the ledger green')?.isRequest).toBe(true)
  })
})

describe('the words of a request', () => {
  it.each([
    ['Could you please round the totals half to even?', 'Could you please round the totals half to even?'],
    [
      'The export asks twice, can we rename the ledger column to account?',
      'can we rename the ledger column to account?',
    ],
    ['The export of invoices hangs, can you take a look?', 'The export of invoices hangs, can you take a look?'],
    [
      'I got this feedback on the parser: "Slicing by bytes breaks characters. Consider using runes and checking their number first."',
      null,
    ],
    ['In the list I see 2026-01-06-cf56 1 can you add a licence?', null],
    ['subsequent invoices have the total', null],
  ])('in %j are %j', (message, words) => expect(requestIn(message)).toBe(words))

  it('are the first ones that a person wrote where nothing is asked for', () => {
    expect(firstWordsOf('error=\n<html>')).toBeNull()
    expect(firstWordsOf('when running:\nthe importer the totals are wrong')).toBe('the importer the totals are wrong')
  })
})

it('what was done in several turns says so, and names the action again', () => {
  expect(repeatedAction('Ran 2 commands: `ls`.', 3)).toBe('Ran 2 commands: `ls`, in each of 3 turns.')
  expect(repeatedAction('Ran 2 commands: `ls`.', 1)).toBe('Ran 2 commands: `ls`.')
  expect(actionOf('Ran 2 commands: `ls`, in each of 3 turns.')).toBe('Ran 2 commands: `ls`.')
  expect(actionOf('Ran 2 commands: `ls`.')).toBe('Ran 2 commands: `ls`.')
})

describe('what an agent says it did', () => {
  it.each([
    ["I've added a spinner to the sidebar.", 'Added a spinner to the sidebar'],
    ['Fix: the cache is emptied at start.', 'The cache is emptied at start'],
    ['Rounding is now half to even; all 42 tests pass.', 'Rounding is now half to even'],
  ])('of %j', (sentence, text) => {
    expect(statementOf(sentence)).toBe(text)
  })

  it('is whole when it says what the work was about', () => {
    expect(isWholeStatement('The importer keeps comments')).toBe(true)
    expect(isWholeStatement('Spec compliant')).toBe(false)
    expect(isWholeStatement(statementOf('Bug: the importer dropped all comments.'))).toBe(false)
    expect(isWholeStatement('The problem is in the importer of comments')).toBe(false)
    expect(isWholeStatement('Effort: low to medium for invoices')).toBe(false)
    expect(isWholeStatement("I'm leaning toward the second parser")).toBe(false)
  })
})
