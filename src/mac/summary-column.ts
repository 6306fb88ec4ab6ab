/**
 * Builds SQL for `message_summary_info` of `message m` where it records edits or unsends: nearly every row has one, few
 * have changed.
 */

/** The keys `ec` and `rp` as they are encoded in a property list. */
const [editsKey, unsendsKey] = ["x'526563'", "x'527270'"]

export const summaryOfChanges = `CASE WHEN instr(m.message_summary_info, ${editsKey}) OR instr(m.message_summary_info, ${unsendsKey})
  THEN m.message_summary_info END`
