// Draws work reports in a separate thread: one with twenty photos takes a second.
import { serveRpc } from '#runtime/serve-rpc.js';
import { drawReport, type ReportToDraw } from './draw-report.ts';

serveRpc<ReportToDraw, Uint8Array>({ respond: (report) => drawReport(report) });
