import { expect, it } from 'vitest'
import { AT, AU, P, session, TR } from '../fixtures/transcripts/claude-code/builders.ts'
import { generated } from './generating.ts'
import { agentHome, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

interface Talk {
  language: string
  asked: string
  done: string
  question: string
  title: string
  /** What the agent is quoted with. */
  report: string
}

const talks: Talk[] = [
  {
    language: 'German',
    asked: 'Kannst du bitte die Rundung im Rechnungsexport ändern?',
    done: 'Fertig! Alle Tests laufen durch. Die Rundung im Export ist jetzt kaufmännisch.',
    question: 'Soll ich auch die alten Rechnungen umstellen?',
    title: 'Die Rundung im Rechnungsexport ändern',
    report: 'Die Rundung im Export ist jetzt kaufmännisch',
  },
  {
    language: 'Spanish',
    asked: '¿Puedes agregar un filtro por fecha a las facturas?',
    done: '¡Listo! Todas las pruebas pasan. El filtro guarda la fecha elegida.',
    question: '¿Quieres que lo añada también a los recibos?',
    title: 'Agregar un filtro por fecha a las facturas',
    report: 'El filtro guarda la fecha elegida',
  },
  {
    language: 'Chinese',
    asked: '请把发票导出改成按日期排序。',
    done: '已完成。所有测试都通过了。导出现在按日期排序。',
    question: '需要我把旧的发票也改掉吗？',
    title: '把发票导出改成按日期排序',
    report: '导出现在按日期排序',
  },
  {
    language: 'Japanese',
    asked: '請求書の一覧に検索欄を追加してください。',
    done: '完了しました。テストはすべて通りました。一覧に検索欄を追加しました。',
    question: '古い請求書も対象にしますか？',
    title: '請求書の一覧に検索欄を追加',
    report: '一覧に検索欄を追加しました',
  },
]

it.each(talks)('a $language session has a title, a report and an open question', async talk => {
  const machine = agentHome()
  settledFile(machine.claude('one'), transcriptOf(talk))
  const program = await openProgram(machine)
  await generated(program, { with: 'builtin' })
  const { report } = await program.call('diary_report', { date: '2026-05-12' })
  const [item] = report.projects[0].work_items
  expect(item.title).toBe(talk.title)
  expect(item.sentence.text).toContain(`“${talk.report}`)
  expect(report.executive_summary.open_items).toMatchObject([{ text: `Waiting for your answer: “${talk.question}”` }])
})

function transcriptOf({ asked, done, question }: Talk): Buffer {
  return session(
    P(asked),
    AU('e1', 'Write', { file_path: '/fake/ledger/src/export.ts', content: 'export const one = 1\n' }),
    TR('e1', 'File created successfully at: /fake/ledger/src/export.ts'),
    AT(`${done}\n\n${question}`),
  )
}
