import '../room/talk.css'
import '../diary/diary.css'
import '../records.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleDollarSign } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { CallFault, call } from '../../api.ts'
import type { Output } from '../../operations.ts'
import { announce } from '../../state/announce.ts'
import { pricesQuery } from '../../state/diary/queries.ts'
import { queryClient } from '../../state/queries.ts'
import { dayWords } from '../../state/words.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { safeText } from '../transcript/safe-text.ts'

type Prices = Output<'diary_prices'>

const tableWords: { [from in Prices['from']]: string } = {
  settings: 'From the file that DAYBOOK_PRICES or diary.prices names, which overrides any update.',
  update: 'From a file given here or to daybook diary prices --update.',
  bundled: 'The table that came with this version of Daybook.',
}

/** The price table that costs are computed with, the models it lacks, and a dialog to replace it. */
export function PricesSection() {
  const prices = useQuery(pricesQuery)
  return (
    <section className="kept-card mt-24" aria-labelledby="prices-title">
      <h2 className="row gap-8 soft text-s" id="prices-title">
        <CircleDollarSign aria-hidden="true" /> Prices
      </h2>
      <Loaded query={prices} label="the prices" lines={3}>
        {shown => <PricesShown prices={shown} />}
      </Loaded>
    </section>
  )
}

function PricesShown({ prices }: { prices: Prices }) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <p className="text-xl weight-600 tracking-tight tabular">
        {tableDay(prices.version)}
        <small className="as-block soft text-xs weight-400 tracking-0">
          {formatCount(prices.models.length, 'model')}
        </small>
      </p>
      <p>{tableWords[prices.from]}</p>
      {prices.unpriced.length > 0 ? (
        <>
          <p>Models in the newest reports without a price; costs with them say “at least” or “not known”:</p>
          <ul className="unpriced stack gap-4 pl-16 break-anywhere">
            {prices.unpriced.map(({ model, turns, last_day }) => (
              <li key={model}>
                <code>{safeText(model)}</code> {formatCount(turns, 'turn')}, last on {dayWords(last_day)}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="muted">Every model in the newest reports has a price.</p>
      )}
      <Button ref={opener} className="at-start" onClick={() => setOpen(true)}>
        Update prices
      </Button>
      <UpdateDialog open={isOpen} opener={opener} onClose={() => setOpen(false)} />
    </>
  )
}

/** The version of a custom table may be any text. */
function tableDay(version: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(version) ? dayWords(version) : safeText(version)
}

interface DialogProps {
  open: boolean
  opener: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

function UpdateDialog({ open, opener, onClose }: DialogProps) {
  const [file, setFile] = useState('')
  const update = useMutation({
    mutationFn: () => call('diary_update_prices', { file: file.trim() }),
    onSuccess: async ({ version, models }) => {
      announce(`Prices of ${tableDay(version)} for ${formatCount(models.length, 'model')}`)
      await queryClient.invalidateQueries({ queryKey: pricesQuery.queryKey })
      setFile('')
      onClose()
    },
    onError: () => announce('The prices were not changed', 'alert'),
  })
  const problem = update.error instanceof CallFault ? update.error.problems.find(({ at }) => at === 'file') : undefined
  return (
    <FormDialog
      open={open}
      title="Update prices"
      lead="From a file in the shape of LiteLLM’s model_prices_and_context_window.json. Reports use the new prices when they are generated again."
      verb="Use these prices"
      canSubmit={file.trim() !== ''}
      isBusy={update.isPending}
      returnTo={opener}
      onSubmit={() => update.mutate()}
      onClose={onClose}
    >
      <TextField
        label="File"
        help="The absolute path on the machine Daybook runs on."
        fault={problem && `${problem.message}; ${problem.hint}.`}
        isMono
        value={file}
        onChange={setFile}
      />
      {update.error && !problem && <FaultView error={update.error} />}
    </FormDialog>
  )
}
