import { describe, expect, it } from 'vitest'
import { isWholeStatement, namesCode, statementOf, tellsDeed } from './statements.ts'
import { actionOf, askIn, firstWordsOf, hasWholeRequest, repeatedAction, requestIn } from './wording.ts'

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
    ['你能帮我把发票按日期排序吗？', '把发票按日期排序'],
    ['请在侧边栏添加一个搜索框。', '在侧边栏添加一个搜索框'],
    ['ログイン画面にスピナーを追加してください。', 'ログイン画面にスピナーを追加'],
    ['請求書を日付順に並べ替えてもらえますか？', '請求書を日付順に並べ替えて'],
    ['사이드바에 검색창을 추가해 주세요.', '사이드바에 검색창을 추가'],
    ['¿Podrías ordenar las facturas por fecha?', 'Ordenar las facturas por fecha'],
    ['Je voudrais trier les factures par date', 'Trier les factures par date'],
    ['Você pode ordenar as faturas por data?', 'Ordenar as faturas por data'],
    ['Puoi aggiungere un filtro alle fatture?', 'Aggiungere un filtro alle fatture'],
    ['Пожалуйста, добавь фильтр по дате к счетам', 'Добавь фильтр по дате к счетам'],
    ['Lass uns die Rechnungen nach Datum sortieren', 'Die Rechnungen nach Datum sortieren'],
    ['起動時に落ちるバグを直してください。', '起動時に落ちるバグを直す'],
    ['[Image #1] [Pasted text #2 +40 lines] make the header sticky', 'Make the header sticky'],
    ['try caching the rates for an hour', 'Try caching the rates for an hour'],
    ['release 2.4.0', 'Release 2.4.0'],
    [
      "I've noticed that totals differ. I'd like to round them half to even in the ledger.",
      'Round them half to even in the ledger',
    ],
    ['Can you show the account name in the ledger list?', 'Show the account name in the ledger list'],
    ['OPS-412: customers get two mails per parcel. Make the listener idempotent.', 'Make the listener idempotent'],
    ['I want to have the mailer off by default. And on for admins.', 'Have the mailer off by default'],
    ['do the duplicate totals of the ledger', 'Do the duplicate totals of the ledger'],
    ['Upgrade pandas to 3 and fix what breaks', 'Upgrade pandas to 3 and fix what breaks'],
    ['Process the refunds of last night first', 'Process the refunds of last night first'],
  ])('what a message asks for of %j', (message, text) => {
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
    'v * ok, I think we need to sort the totals',
    '(the ledger should be the source of truth)',
    'can you fix: The exported wrapper is unused. Consider removing it from the ledger.',
    'この処理は何ですか？',
    '이 함수는 왜 느린가요?',
    'Почему импорт такой медленный?',
    '¿Cómo funciona el registro de facturas?',
    'find out, dont change anything yet',
    'TypeError: x is undefined\n    at renderRow (/app/table.tsx:88:19)\n    at Array.map (<anonymous>)',
    'Traceback (most recent call last):\n  File "/app/a.py", line 3, in main\n    run()',
    "thread 'main' panicked at src/main.rs:4:5:\nindex out of bounds",
    "app/models/order.rb:12:in `total': undefined method",
  ])('what a message asks for is nothing in %j', message => {
    expect(askIn(message)).toBeNull()
  })

  it('what a message asks for is whole when it can be understood by itself', () => {
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
    expect(isWhole('Can we add the current total there?')).toBe(false)
    expect(isWhole('Wrap the total of the ledger in "')).toBe(false)
    expect(isWhole('Can we group the ledger changes into meaningful commits?')).toBe(false)
    expect(isWhole('Kannst du das bitte noch ändern?')).toBe(false)
    expect(isWhole('Kannst du das Hauptbuch nach Datum sortieren?')).toBe(true)
    expect(isWhole('请把这个改成流式读取')).toBe(false)
    expect(isWhole('Puedes agregar algunas pruebas?')).toBe(false)
    expect(isWhole('請求書のテストを追加してください')).toBe(true)
    expect(isWhole('Write a migration that makes addresses unique')).toBe(true)
    expect(isWhole('Fix the total in that')).toBe(false)
  })

  it('what a message asks for is a request when it asks for work', () => {
    expect(askIn('Explain the difference between both ledgers')?.isRequest).toBe(false)
    expect(askIn('The ledger shows wrong totals')?.isRequest).toBe(false)
    expect(askIn('Colour the totals of the ledger green')?.isRequest).toBe(true)
    expect(askIn("I've noticed the totals of the ledger")?.isRequest).toBe(false)
    expect(askIn('Kannst du die Rundung erklären?')?.isRequest).toBe(false)
    expect(askIn('合計が間違っています。')?.isRequest).toBe(false)
    expect(askIn('合計を修正してください。')?.isRequest).toBe(true)
    expect(askIn('der Knopf überlappt den Text')?.isRequest).toBe(false)
    expect(askIn('die Beträge im Export kaufmännisch runden')?.isRequest).toBe(true)
    expect(askIn('los totales no incluyen el envío')?.isRequest).toBe(false)
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
  ])('the words of a request in %j are %j', (message, words) => expect(requestIn(message)).toBe(words))

  it('the words of a request are the first ones that a person wrote where nothing is asked for', () => {
    expect(firstWordsOf('can you take a look at: The exported wrapper is not used anywhere.')).toBeNull()
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
  ])('what an agent says it did of %j', (sentence, text) => {
    expect(statementOf(sentence)).toBe(text)
  })

  it('what an agent says it did is whole when it says what the work was about', () => {
    expect(isWholeStatement('The importer keeps comments')).toBe(true)
    expect(isWholeStatement('Spec compliant')).toBe(false)
    expect(isWholeStatement(statementOf('Bug: the importer dropped all comments.'))).toBe(false)
    expect(isWholeStatement('The problem is in the importer of comments')).toBe(false)
    expect(isWholeStatement('Effort: low to medium for invoices')).toBe(false)
    expect(isWholeStatement("I'm leaning toward the second parser")).toBe(false)
    expect(isWholeStatement('解析器现在保留注释和空行')).toBe(true)
    expect(isWholeStatement('No duplication of invoices in the ledger')).toBe(false)
  })

  it('what an agent says it did tells a deed when something was done or is so now', () => {
    expect(tellsDeed('Added a spinner to the sidebar')).toBe(true)
    expect(tellsDeed('The importer now keeps comments')).toBe(true)
    expect(tellsDeed('The changes add the total to the page')).toBe(true)
    expect(tellsDeed('Archived invoices are in the second folder')).toBe(false)
    expect(tellsDeed('Documents of the tracker are shared by projects')).toBe(false)
    expect(tellsDeed('Posted the plan of the ledger to LED-7')).toBe(false)
    expect(tellsDeed('検索欄に履歴を追加しました')).toBe(true)
    expect(tellsDeed('Die Rundung ist kaufmännisch')).toBe(true)
  })

  it('what an agent says it did begins with a detail of the code, or does not', () => {
    expect(namesCode('Modified roundTotal() to take a mode')).toBe(true)
    expect(namesCode('Updated src/money.ts to export it')).toBe(true)
    expect(namesCode('Logged the issue at docs/issues/till.md with its cause')).toBe(true)
    expect(namesCode('Added constants for rounding to src/money.ts')).toBe(false)
  })
})

it('a statement about code, an exclamation or half a line is not taken for a request', () => {
  const finding = 'roundTotals() properly handles negative rows by flipping them. Replace the loop of the export by it.'
  expect(requestIn(finding)).toBe('Replace the loop of the export by it')
  expect(requestIn('ooh, we caught something')).toBeNull()
  expect(requestIn('The export printed:\n  row 7\nI think we should prevent double rows in the ledger.')).toBe(
    'I think we should prevent double rows in the ledger',
  )
  expect(requestIn('I think we need to round the totals in more places: --- FAIL: TestTotals')).toBe(
    'I think we need to round the totals in more places',
  )
  expect(requestIn('fatal: unable to read 3f2a of the ledger')).toBeNull()
  expect(requestIn('unknown command "totals" for "ledger"')).toBeNull()
  expect(firstWordsOf('what do the\n```\nrow 7\n```')).toBeNull()
})

it.each([
  '3 but put it on this branch, since it is related',
  '1 - yes, 2 - definitely, go for it',
  "alternatively keep the present style if it's better",
  'we need to get back to main, and pull in latest',
  'please continue working, and ensure local main is updated to remote',
])('what answers a choice or is about branches only is no whole request: %j', text => {
  expect(hasWholeRequest(text)).toBe(false)
})

it('a short message is quoted whole where its request is about its first words', () => {
  const lost = 'The export lost its totals. Can you please put them back'
  expect(requestIn(`${lost} https://example.com/pull/7`)).toBe(lost)
  expect(requestIn(`${lost}\n\nTraceback below`)).not.toBe(lost)
  expect(requestIn('The totals are enabled. please push and merge this.')).toBe(
    'The totals are enabled. please push and merge this',
  )
})

it('the heading of a message that is a whole document is taken as what is asked', () => {
  const document = `# Till — Several Accounts For One Shop\n\n## Problem\n\n${'The till has one account. '.repeat(20)}`
  expect(requestIn(document)).toBe('Till — Several Accounts For One Shop')
  expect(askIn(`# Task: Plan a merge without force push\n\n${'Never push by force. '.repeat(25)}`)?.text).toBe(
    'Plan a merge without force push',
  )
  expect(requestIn('# a comment\nls')).toBe(null)
})

it('a condition tells what is wrong, a misspelt “please” asks, and an entry of a list below is not the request', () => {
  expect(askIn('when the token has expired and the page is loaded, it stays blank')?.text).toMatch(/^When the token/)
  expect(askIn('when does the token expire, and who renews it?')).toBe(null)
  expect(askIn('pelase show the account name in the ledger list')?.text).toBe(
    'Show the account name in the ledger list',
  )
  expect(requestIn('Please write what is done into a file 1. Backend (important)\n\nHow are tokens kept')).toBe(
    'Please write what is done into a file',
  )
  expect(askIn('is there a fix for the release please pr not starting?')).toBe(null)
})

it.each([
  "Username for 'https://git.example.org': ada\nCan you log the response headers of the archive?",
  'time=2026-04-15T13:45:04 level=INFO msg="export begins" rows=152\nCan you log the response headers of the archive?',
  'PS C:\\work> cd .\\ledger\\\nCan you log the response headers of the archive?',
  'ledger export --all \\\n  --year 2026\nCan you log the response headers of the archive?',
])('pasted terminal output is not a request: %s', message => {
  expect(requestIn(message)).toBe('Can you log the response headers of the archive?')
  expect(firstWordsOf(message)).toMatch(/^Can you log/)
})

it('what was done, and the label of a list, are no requests', () => {
  expect(requestIn('Merged the yearly export. What should we do now?')).toBeNull()
  expect(requestIn('worked with the tabs of the ledger')).toBeNull()
  expect(requestIn('exit status 1')).toBeNull()
  expect(askIn('Changed files (you may read any other file of the ledger):')).toBeNull()
  expect(requestIn('Embed the yearly export in the ledger')).toBe('Embed the yearly export in the ledger')
})
