// Draws a work report with pdfkit, on A4.
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import Pdf from 'pdfkit';
import sharp from 'sharp';
import { readDataPicture } from '#core/photos/data-picture.ts';
import type { ReportFact, WorkReport } from '#core/reports/work-report.ts';

export interface ReportToDraw {
  report: WorkReport;
  photos: readonly Uint8Array[];
}

type Document = InstanceType<typeof Pdf>;

const fonts = fileURLToPath(new URL('ttf', import.meta.resolve('dejavu-fonts-ttf/package.json')));
const plain = join(fonts, 'DejaVuSans.ttf');
const bold = join(fonts, 'DejaVuSans-Bold.ttf');

// In points.
const margin = 50;
const bodySize = 10;
const nameWidth = 110;
const logoBox = { width: 160, height: 50 };
const photoBox = { width: 240, height: 180 };
const photoGap = 15;
const plainColour = '#000000';
const signatureBox = { width: 220, height: 90 };

export async function drawReport({ report, photos }: ReportToDraw): Promise<Uint8Array> {
  const { title, brandName } = report;
  const document = new Pdf({
    size: 'A4',
    margin,
    font: plain,
    lang: report.language,
    info: { Title: `${title} ${brandName}`, Author: brandName },
  });
  const bytes = buffer(document);
  document.registerFont('plain', plain).registerFont('bold', bold);
  drawHeading(document, report);
  for (const fact of report.facts) drawFact(document, fact);
  for (const { name, value } of report.texts) {
    drawHeadingOf(document, name);
    document.font('plain').fontSize(bodySize).text(value);
  }
  await drawPhotos(document, report, photos);
  drawSignature(document, report);
  document.end();
  return bytes;
}

function drawHeading(
  document: Document,
  { title, brandName, trade, logo, colour }: WorkReport,
): void {
  const picture = logo && readDataPicture(logo)?.bytes;
  const top = document.y;
  if (picture) {
    document.image(picture, document.page.width - margin - logoBox.width, top, {
      fit: [logoBox.width, logoBox.height],
      align: 'right',
    });
  }
  const width = document.page.width - 2 * margin - (picture ? logoBox.width + 10 : 0);
  document.fillColor(colour ?? plainColour);
  document.font('bold').fontSize(20).text(title, margin, top, { width });
  document.fillColor(plainColour);
  document.font('plain').fontSize(12).text(brandName, { width });
  if (trade) document.fontSize(bodySize).text(trade, { width });
  document.y = Math.max(document.y, picture ? top + logoBox.height : 0) + 8;
  if (colour) {
    const right = document.page.width - margin;
    document.moveTo(margin, document.y).lineTo(right, document.y);
    document.lineWidth(2).stroke(colour);
  }
  document.y += 8;
  document.x = margin;
}

function drawFact(document: Document, { name, value }: ReportFact): void {
  document.fontSize(bodySize);
  const width = document.page.width - 2 * margin - nameWidth;
  const height = Math.max(
    document.font('plain').heightOfString(value, { width }),
    document.font('bold').heightOfString(name, { width: nameWidth }),
  );
  makeRoom(document, Math.min(height, 200));
  const top = document.y;
  document.font('bold').text(name, margin, top, { width: nameWidth - 10 });
  document.font('plain').text(value, margin + nameWidth, top, { width });
  document.x = margin;
  document.y = Math.max(document.y, margin) + 4;
}

function drawHeadingOf(document: Document, text: string): void {
  makeRoom(document, 60);
  document.moveDown(1);
  document.font('bold').fontSize(12).text(text, margin);
  document.moveDown(0.3);
}

async function drawPhotos(
  document: Document,
  { photosHeading, photosLeftOut }: WorkReport,
  photos: readonly Uint8Array[],
) {
  const pictures: Buffer[] = [];
  // One after the other: pictures in memory are large.
  for (const photo of photos) {
    const picture = await asJpeg(photo);
    if (picture) pictures.push(picture);
  }
  if (pictures.length === 0) return;
  makeRoom(document, photoBox.height + 60);
  drawHeadingOf(document, photosHeading);
  for (let at = 0; at < pictures.length; at += 2) {
    makeRoom(document, photoBox.height);
    const top = document.y;
    for (const [column, picture] of pictures.slice(at, at + 2).entries()) {
      const left = margin + column * (photoBox.width + photoGap);
      document.image(picture, left, top, { fit: [photoBox.width, photoBox.height] });
    }
    document.x = margin;
    document.y = top + photoBox.height + photoGap;
  }
  if (photosLeftOut) document.font('plain').fontSize(bodySize).text(photosLeftOut, margin);
}

function drawSignature(document: Document, { signature }: WorkReport): void {
  if (!signature) return;
  makeRoom(document, signatureBox.height + 60);
  drawHeadingOf(document, signature.heading);
  const picture = signature.picture && readDataPicture(signature.picture)?.bytes;
  if (picture) {
    const top = document.y;
    document.image(picture, margin, top, { fit: [signatureBox.width, signatureBox.height] });
    document.y = top + signatureBox.height + 6;
  }
  document.x = margin;
  if (signature.text) document.font('plain').fontSize(bodySize).text(signature.text, margin);
}

/** Begins a page when the height does not fit on this one. */
function makeRoom(document: Document, height: number): void {
  if (document.y + height > document.page.height - margin) document.addPage();
}

/** A thumbnail of ours, which is WebP. Null for a damaged one. */
function asJpeg(bytes: Uint8Array): Promise<Buffer | null> {
  return sharp(bytes)
    .flatten({ background: '#fff' })
    .jpeg({ quality: 85 })
    .toBuffer()
    .catch(() => null);
}
