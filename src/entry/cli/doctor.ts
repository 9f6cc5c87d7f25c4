import type { Command } from 'commander'

export interface DoctorOptions {
  json?: true
  quick?: true
  db?: string
}

export function addDoctor(daybook: Command): void {
  const doctor = daybook
    .command('doctor')
    .description('look at everything Daybook needs and say what to do; changes nothing')
    .option('--quick', 'leave out what reads the whole database')
    .option('--db <url>', 'PostgreSQL URL or SQLite file')
    .option('--json', 'print the findings as JSON')
  doctor.action(async () => {
    process.exitCode = await (await import('./doctor-report.ts')).report(doctor.opts<DoctorOptions>())
  })
}
