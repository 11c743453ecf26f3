// The appointment that is attached to a mail, for the customer's own calendar (RFC 5545, and RFC 5546
// for METHOD:PUBLISH and CANCEL: nothing to accept or decline).
import { escapeText, foldLine, utcTime } from './icalendar-text.ts';

interface AppointmentFile {
  /** That of the job: a later file with the same UID and a higher sequence replaces this one. */
  id: string;
  sequence: number;
  updatedAt: number;
  start: number;
  end: number | null;
  title: string;
  /** Empty when unknown. */
  address: string;
  business: string;
  /** The address of the business. */
  email: string;
  /** Takes it out of the calendar. */
  isCancelled: boolean;
}

const hourMs = 60 * 60_000;

export function renderAppointment(appointment: AppointmentFile): string {
  const { id, sequence, updatedAt, start, title, address, business, email } = appointment;
  const { isCancelled } = appointment;
  const end =
    appointment.end !== null && appointment.end > start ? appointment.end : start + hourMs;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vakwerk//Appointments//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${id}@vakwerk`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utcTime(updatedAt)}`,
    `DTSTART:${utcTime(start)}`,
    `DTEND:${utcTime(end)}`,
    `SUMMARY:${escapeText(`${business}: ${title}`)}`,
    ...(address === '' ? [] : [`LOCATION:${escapeText(address)}`]),
    `ORGANIZER;CN=${quoted(business)}:mailto:${email}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map(foldLine).join('');
}

/** A parameter value cannot have quotes or control characters. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\p{Cc}]/gu, ' ').toWellFormed()}"`;
}
