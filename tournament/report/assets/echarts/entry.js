// The parts of Apache ECharts that the report draws with. The whole library is
// twice as large.
import {init, use} from 'echarts/core';
import {CustomChart, LineChart} from 'echarts/charts';
import {GridComponent, TooltipComponent} from 'echarts/components';
import {SVGRenderer} from 'echarts/renderers';

use([LineChart, CustomChart, GridComponent, TooltipComponent, SVGRenderer]);

export {init};
