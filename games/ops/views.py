"""What the addresses answer. `perudo_site.asgi` has threads for them, so that they answer when all others are busy."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.ops import readiness
from games.ops.access import may_read_metrics
from games.ops.gauges import exposition


@require_safe
@never_cache
def livez(request: HttpRequest) -> HttpResponse:
    """The process answers. Nothing else is looked at: to start it anew would mend nothing else."""
    return JsonResponse({"status": "alive"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether this process would serve, and each thing that it depends on by name; 503 if it would not."""
    report = readiness.report(now=timezone.now())
    return JsonResponse(report, status=503 if report["status"] == readiness.FAILED else 200)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus' text form, for those who may read it."""
    if not may_read_metrics(request):
        return HttpResponse("METRICS_ALLOWED or METRICS_TOKEN say who may read this.\n", "text/plain", status=403)
    content, content_type = exposition(accept=request.headers.get("Accept", ""), now=timezone.now())
    return HttpResponse(content, content_type=content_type)
