import type { AppViewRoute, ControllerHandlerReturnType } from '@bull-board/api/typings/app';
import { ExpressAdapter } from '@bull-board/express';
import { logger } from '../../telemetry/logger.js';
import { finishBoardPage } from './board-page.js';
import { countForNavigation } from '../pages/navigation-count.js';
import { renderPart } from '../pages/render-page.js';

/** Bull Board's adapter for Express, whose page loads nothing from elsewhere and has our head. */
export class LocalExpressAdapter extends ExpressAdapter {
  constructor() {
    super();
    this.app.disable('x-powered-by');
  }

  /** The board tells the browser what went wrong; in development its stack as well, which is for the log only. */
  override setErrorHandler(handler: (error: Error) => ControllerHandlerReturnType): this {
    return super.setErrorHandler((error) => {
      logger.warn('board.failed', { error });
      const { status = 500, body } = handler(error);
      return { status, body: typeof body === 'string' ? body : { ...body, details: undefined } };
    });
  }

  /** As in the class above, except for what is done to the page. */
  override setEntryRoute(entry: AppViewRoute): this {
    this.app.get(entry.route, async (req, res, next) => {
      const waiting = await countForNavigation();
      const { name, params } = entry.handler({ basePath: this.basePath, uiConfig: this.uiConfig });
      this.app.render(name, params, (error: Error | null, html: string) => {
        if (error) next(error);
        else res.type('html').send(finishBoardPage(html, renderPart(req, 'head', { waiting })));
      });
    });
    return this;
  }
}
