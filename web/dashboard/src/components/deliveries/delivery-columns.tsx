import type { Delivery } from '@parley/protocol/management';
import type { ReactNode } from 'react';
import { strings } from '../../strings/index.ts';
import { numberColumn } from '../tables/columns.tsx';
import type { Column } from '../tables/DataTable.tsx';
import { shortId } from '../values/format-text.ts';
import { milliseconds } from '../values/format-time.ts';
import { SmallText } from '../values/SmallText.tsx';
import { Timestamp } from '../values/Timestamp.tsx';
import { DeliveryBadge } from './DeliveryBadge.tsx';

const text = strings.deliveries;

/** An attempt without an answer has no status, and a delivery without an attempt has neither. */
function answerText({ lastStatus, lastMs, attempts }: Delivery): string {
  if (attempts === 0 || lastMs === null) return '–';
  return `${lastStatus === null ? text.noAnswer : `HTTP ${lastStatus}`} · ${milliseconds(lastMs)}`;
}

/** The columns of every list of deliveries. `eventCell` links to the page of the delivery. */
export const deliveryColumns = (
  eventCell: (delivery: Delivery) => ReactNode,
): readonly [Column<Delivery>, ...Column<Delivery>[]] => [
  { title: text.event, cell: eventCell },
  { title: text.status, cell: (row) => <DeliveryBadge state={row.status} /> },
  {
    title: text.session,
    cell: ({ sessionId }) =>
      sessionId === null ? (
        '–'
      ) : (
        <span className="mono" title={sessionId}>
          {shortId(sessionId)}
        </span>
      ),
  },
  numberColumn(text.attempts, ({ attempts }) => attempts, String),
  { title: text.answer, cell: (row) => <span className="number">{answerText(row)}</span> },
  {
    title: text.time,
    cell: (row) => (
      <>
        <Timestamp at={row.createdAt} />
        {row.dueAt === null || row.status !== 'pending' ? null : (
          <SmallText>
            {text.next} <Timestamp ago at={row.dueAt} />
          </SmallText>
        )}
      </>
    ),
  },
];
