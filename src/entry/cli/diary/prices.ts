import { resolve } from 'node:path'
import { dollars, formatCount } from '../../../diary/report/text/numbers.ts'
import { usageFault } from '../failure.ts'
import { visible } from '../visible.ts'
import { diaryVerb } from './part.ts'

const tables = {
  settings: 'the file that DAYBOOK_PRICES or diary.prices names',
  update: 'stored with --update',
  bundled: 'of this version of Daybook',
} as const

export const prices = diaryVerb('diary_prices', {
  summary: 'the prices of models that costs are worked out with; take newer ones from a file',
  own: {
    'update <file>': 'take the prices from a file in the shape of LiteLLM’s model_prices_and_context_window.json',
    'as-of <day>': 'the day the prices of that file are of; when it was last changed, if not named',
  },
  examples: ['prices', 'prices --update model_prices_and_context_window.json --as-of 2026-11-01'],
  dayless: true,
  async ask({ call }, _, { update, asOf }) {
    if (update !== undefined) return call('diary_update_prices', { file: resolve(update), as_of: asOf })
    if (asOf !== undefined) throw usageFault('--as-of dates a file of prices.', 'Name the file with --update.')
    return call('diary_prices', {})
  },
  show({ version, source, from, models }, page) {
    page.line(`Prices of ${page.colors.bold(version)}, ${formatCount(models.length, 'model')}, ${tables[from]}`)
    page.line(visible(`From: ${source}`))
    page.line()
    const rate = (price: number | null) => (price === null ? 'not known' : dollars(price))
    page.table(
      models.map(({ model, input, output, cache_read, cache_write, cache_write_1h, above }) => [
        visible(model),
        ...[input, output, cache_read, cache_write, cache_write_1h].map(rate),
        above.map(tokens => `${tokens / 1000}k`).join(', '),
      ]),
      { head: ['dollars per million', 'input', 'output', 'cache read', '5 min write', '1 h write', 'dearer above'] },
    )
  },
})
