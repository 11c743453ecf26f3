// What a PDF shows: the texts of its pages, and how many pictures are painted.
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

interface PdfContent {
  pages: number;
  text: string;
  pictures: number;
}

export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  const { OPS } = await getResolvedPDFJS();
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const texts: string[] = [];
  let pictures = 0;
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    texts.push(...items.map((item) => ('str' in item ? item.str : '')));
    const { fnArray } = await page.getOperatorList();
    pictures += fnArray.filter((operator) => operator === OPS['paintImageXObject']).length;
  }
  const pages = document.numPages;
  await document.loadingTask.destroy();
  return { pages, text: texts.join(' '), pictures };
}
